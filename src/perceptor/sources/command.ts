import { spawn } from "node:child_process";
import { z } from "zod";
import { NormactError, UsageError } from "../../core/errors.js";
import { GENERATED_TABLE_NAME, type PictureSource } from "../types.js";

/** A program has this long for one cue, milliseconds. */
const TIMEOUT_MS = 120_000;
/** What it may write, bytes. */
const MAX_OUTPUT = 1 << 20;
/** How many run at a time. */
const AT_A_TIME = 4;

const AnswerSchema = z.object({ cue: z.string(), model: z.string().optional() });

/**
 * A program of the user's: one run a cue. It is given `{"schemaVersion":1,"goal","image"}` on stdin (the colour
 * picture as base64 PNG) and answers `{"cue": "…"}` on stdout. No shell is involved.
 */
export function commandSource(commandLine: string): PictureSource {
  const [program, ...args] = words(commandLine);
  if (!program) throw new UsageError("unknown_perceptor", `command: names no program`);
  const places = new Places(AT_A_TIME);
  const name = `command:${commandLine}`;
  return {
    kind: "picture",
    isProgram: true,
    name,
    tableName: GENERATED_TABLE_NAME,
    label: "a program of the user's, sees the colour picture and the goal",
    settings: { perceptor: name },
    write: ({ goal, png }) =>
      places.with(async () => {
        const input = JSON.stringify({
          schemaVersion: 1,
          goal,
          image: Buffer.from(png).toString("base64"),
        });
        const answer = readAnswer(name, await run(name, program, args, input));
        return {
          text: answer.cue,
          outcome: "ok" as const,
          model: answer.model ?? name,
          usage: null,
          cached: false,
        };
      }),
  };
}

function readAnswer(name: string, stdout: string): z.infer<typeof AnswerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    throw failed(name, `answered no JSON: ${excerpt(stdout)}`);
  }
  const answer = AnswerSchema.safeParse(value);
  if (!answer.success)
    throw failed(name, `must answer {"cue": "…"}: ${z.prettifyError(answer.error)}`);
  return answer.data;
}

function run(name: string, program: string, args: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(failed(name, `gave no answer within ${TIMEOUT_MS / 1000} s`));
    }, TIMEOUT_MS);
    child.stdout.setEncoding("utf8").on("data", (d: string) => {
      stdout += d;
      if (stdout.length > MAX_OUTPUT) child.kill("SIGKILL");
    });
    child.stderr.setEncoding("utf8").on("data", (d: string) => {
      stderr = (stderr + d).slice(-2000);
    });
    // a program that does not read its input says so by its exit code
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(failed(name, `cannot be started: ${error.message}`, 2));
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(stdout);
      else reject(failed(name, `ended with ${code ?? signal}: ${excerpt(stderr) || "no message"}`));
    });
  });
}

const excerpt = (text: string): string => text.trim().split("\n").slice(-3).join(" ").slice(0, 300);

function failed(name: string, what: string, exitCode: 2 | 3 = 3): NormactError {
  return new NormactError("command_failed", `${name} ${what}`, exitCode);
}

/** Splits a command line at blanks; quotes keep words together. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? "");
}

/** So many at a time; the others wait their turn. */
class Places {
  private readonly waiting: (() => void)[] = [];
  constructor(private free: number) {}

  async with<T>(work: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>((go) => this.waiting.push(go));
    else this.free--;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
