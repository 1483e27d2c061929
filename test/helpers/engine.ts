import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type ProviderServer, providerServer, type Script } from "../servers/index.js";
import { type CliOptions, type CliResult, normact } from "./cli.js";

/** A plan that is carried out and ends nothing: a next turn follows. */
export const REST = '[{"think":"look first","action":"rest","parameters":{}}]';

/** Exported first views of `n` episodes, drawn once for a file of tests. The caller removes the folder. */
export async function exportedViews(n: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "normact-views-"));
  const { code, stderr } = await normact([
    ...["scenes", "export", dir, "--tasks", "road_crossing", "--limit", String(n)],
  ]);
  if (code !== 0) throw new Error(stderr);
  return dir;
}

/** A provider that is gone after the test. */
export async function provider(script?: Script): Promise<ProviderServer> {
  const server = await providerServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** The words of a command line that a run printed last. */
export function lastCommand({ stderr }: CliResult): string[] {
  const line = stderr.trimEnd().split("\n").at(-1) ?? "";
  if (!line.startsWith("normact ")) throw new Error(`the last line is no command: ${stderr}`);
  return line.split(" ").slice(1);
}

/** Copies the last line into the shell, as a user would, until a run is complete. @returns every result */
export async function followUp(first: CliResult, options: CliOptions = {}): Promise<CliResult[]> {
  const results = [first];
  while (results.at(-1)!.code === 3 && results.length < 6)
    results.push(await normact(lastCommand(results.at(-1)!), options));
  return results;
}

export const runsIn = (out: string): string[] => readdirSync(out).sort();

export type Row = any;

/** Whole lines of a run's log. */
export function samplesOf(run: string): Row[] {
  return readFileSync(join(run, "samples.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A price table by which an answer of the fake providers (30 output tokens) costs $0.03. */
export function priceFile(dir: string): string {
  const file = join(dir, "prices.yaml");
  writeFileSync(
    file,
    'schemaVersion: 1\nprices:\n  - { model: "*/*", as_of: "2026-11-30", input: 0, output: 1000 }\n',
  );
  return file;
}

const listenAt = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(port));
  });

/** Below the ports that the system hands out: nobody else gets it while the door is shut. */
async function listenAtQuietPort(server: Server): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const got = await listenAt(server, port).catch(() => 0);
    if (got > 0) return got;
  }
}

/** A door before a server that can be shut (nobody listens any more, connections are cut) and opened again. */
export async function door(origin: string) {
  const target = Number(new URL(origin).port);
  let open: { server: Server; sockets: Set<Socket> } | null = null;
  let port = 0;
  const door = {
    url: "",
    async open() {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        const beyond = connect(target, "127.0.0.1");
        for (const s of [socket, beyond]) {
          sockets.add(s);
          s.on("error", () => {});
          s.on("close", () => sockets.delete(s));
        }
        socket.on("close", () => beyond.destroy());
        beyond.on("close", () => socket.destroy());
        socket.pipe(beyond).pipe(socket);
      });
      port = port > 0 ? await listenAt(server, port) : await listenAtQuietPort(server);
      door.url = `http://127.0.0.1:${port}/v1`;
      open = { server, sockets };
    },
    shut() {
      open?.server.close();
      for (const socket of open?.sockets ?? []) socket.destroy();
      open = null;
    },
  };
  await door.open();
  onTestFinished(() => door.shut());
  return door;
}

export const remove = (dir: string): void => rmSync(dir, { recursive: true, force: true });
