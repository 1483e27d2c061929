import { join } from "node:path";
import { createInterface } from "node:readline";
import { labelsFile } from "../perceptor/label/run.js";
import { reviewsFile } from "../perceptor/review/file.js";
import { serveReview } from "../perceptor/review/server.js";
import { ReviewSession, type Shown } from "../perceptor/review/session.js";
import { note, print, printJson } from "./io.js";
import { stopOnSignal } from "./stopping.js";

interface ReviewOptions {
  data: string;
  labels?: string;
  reviews?: string;
  port: number;
  terminal?: boolean;
  json?: boolean;
}

export async function review(options: ReviewOptions): Promise<void> {
  const session = new ReviewSession(
    options.data,
    {
      labels: options.labels ?? labelsFile(options.data),
      reviews: options.reviews ?? reviewsFile(options.data),
    },
    () => new Date().toISOString(),
  );
  try {
    if (options.json) printJson({ schemaVersion: 1, ...session.counts() });
    else if (options.terminal) await inTerminal(session);
    else await onPage(session, options.port);
    if (!options.json) sayCounts(session);
  } finally {
    session.close();
  }
}

function sayCounts(session: ReviewSession): void {
  const { accept, edit, reject, open } = session.counts();
  note(`${accept} accepted, ${edit} edited, ${reject} rejected, ${open} not yet reviewed`);
}

async function onPage(session: ReviewSession, port: number): Promise<void> {
  const interrupt = stopOnSignal("finishing what is in flight");
  const server = await serveReview(session, { port, onVerdict() {} });
  print(server.url);
  note(
    "open this page in a browser on this machine; what is said there is kept at once. End with Ctrl-C.",
  );
  if (!interrupt.stop.aborted)
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {}, 1 << 30);
      interrupt.stop.addEventListener("abort", () => {
        clearInterval(timer);
        resolve();
      });
    });
  interrupt.done();
  await server.close();
}

const HELP = "a accept · e edit (type the new label) · r reject · s skip · q quit";

/** Where the picture lies, and the label under it; one letter says what becomes of it. */
async function inTerminal(session: ReviewSession): Promise<void> {
  const lines = createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
  const read = async (ask: string): Promise<string | null> => {
    process.stderr.write(ask);
    const line = await lines.next();
    return line.done ? null : line.value.trim();
  };
  note(HELP);
  for (const shown of session.list()) {
    if (shown.verdict !== null) continue;
    const item = session.items.find((i) => i.id === shown.id)!;
    print(
      `\n${shown.id}  ${join(session.folder, item.file)}\ngoal:  ${shown.goal}\nrule:  ${shown.rule}\nlabel: ${shown.text ?? "(none)"}${shown.flags.length > 0 ? `\nflagged: ${shown.flags.join(", ")}` : ""}`,
    );
    if (!(await oneVerdict(session, shown, read))) return;
  }
}

/** @returns false when the reviewer wants to leave */
async function oneVerdict(
  session: ReviewSession,
  shown: Shown,
  read: (ask: string) => Promise<string | null>,
): Promise<boolean> {
  for (;;) {
    const said = await read("[a/e/r/s/q] ");
    if (said === null || said === "q") return false;
    if (said === "s") return true;
    const verdict = ({ a: "accept", e: "edit", r: "reject" } as const)[said as "a" | "e" | "r"];
    if (!verdict) {
      note(HELP);
      continue;
    }
    const text = verdict === "edit" ? await read("new label: ") : (shown.text ?? "");
    if (text === null) return false;
    const wrong = session.say({ id: shown.id, label: shown.label, verdict, text });
    if (wrong === null) return true;
    note(wrong);
  }
}
