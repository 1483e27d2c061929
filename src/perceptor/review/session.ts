import { JsonlWriter } from "../../core/jsonl.js";
import { openSet } from "../dataset/build.js";
import type { Item } from "../dataset/item.js";
import type { Label } from "../label/file.js";
import { labelsOf } from "../label/run.js";
import { labelHash, type Review, readReviews } from "./file.js";

/** One label as a reviewer is shown it. */
export interface Shown {
  id: string;
  goal: string;
  rule: string;
  text: string | null;
  flags: string[];
  model: string;
  /** hash of the label as shown */
  label: string;
  verdict: Review["verdict"] | null;
  /** what it was changed to */
  edited?: string;
}

/** Labels under review, and what is said of them. Each verdict is durable before it counts. */
export class ReviewSession {
  readonly items: readonly Item[];
  private readonly labels: ReadonlyMap<string, Label>;
  private readonly reviews: Map<string, Review>;
  private readonly writer: JsonlWriter;

  constructor(
    readonly folder: string,
    files: { labels: string; reviews: string },
    private readonly now: () => string,
  ) {
    this.labels = labelsOf(files.labels);
    this.items = openSet(folder).items.filter((i) => this.labels.has(i.id));
    this.reviews = readReviews(files.reviews);
    this.writer = new JsonlWriter(files.reviews);
  }

  list(): Shown[] {
    return this.items.map((item) => {
      const label = this.labels.get(item.id)!;
      const given = this.reviews.get(item.id);
      const review = given?.label === labelHash(label) ? given : undefined;
      return {
        id: item.id,
        goal: item.goal,
        rule: label.rule,
        text: label.text,
        flags: label.flags,
        model: label.model,
        label: labelHash(label),
        verdict: review?.verdict ?? null,
        ...(review?.verdict === "edit" ? { edited: review.text } : {}),
      };
    });
  }

  /** @returns what is wrong with it, or null when it was kept */
  say(said: Pick<Review, "id" | "label" | "verdict" | "text">): string | null {
    const label = this.labels.get(said.id);
    if (!label) return `there is no label of ${said.id}`;
    if (labelHash(label) !== said.label) return "the label has changed since it was shown";
    if (said.verdict !== "reject" && said.text.trim() === "") return "the label is empty";
    const review: Review = {
      schemaVersion: 1,
      id: said.id,
      verdict: said.verdict,
      text: said.verdict === "edit" ? said.text.trim() : (label.text ?? ""),
      label: said.label,
      at: this.now(),
    };
    this.writer.append(review);
    this.reviews.set(said.id, review);
    return null;
  }

  counts(): Record<Review["verdict"] | "open", number> {
    const counts = { accept: 0, edit: 0, reject: 0, open: 0 };
    for (const { verdict } of this.list()) counts[verdict ?? "open"]++;
    return counts;
  }

  close(): void {
    this.writer.close();
  }
}
