import { type Chosen, SPLITS } from "./rows.js";

/** The card of an exported set, with the header that the hub and `datasets` read. */
export function exportCard(input: {
  chosen: Chosen;
  modes: readonly string[];
  origin: "rendered" | "own";
  setHash: string;
  seed: number;
  independence: { independent: boolean; least: number | null; bits: number } | null;
}): string {
  const { chosen, modes, origin, independence } = input;
  const count = (split: string): number => chosen.placed.filter((p) => p.split === split).length;
  const tasks = new Map<string, [number, number]>();
  for (const { row, split } of chosen.placed) {
    const have = tasks.get(row.task) ?? [0, 0];
    have[split === "train" ? 0 : 1]++;
    tasks.set(row.task, have);
  }
  const labellers = [...new Set(chosen.placed.map((p) => p.row.label_model))].join(", ");
  const versions = [...new Set(chosen.placed.map((p) => p.row.prompt_version))];
  const { leftOut } = chosen;
  const apart = independence
    ? `Independent of the benchmark: ${independence.independent ? "yes" : "NO"}. Seeds, layouts, viewpoints and palettes are compared, and each picture differs from the benchmark picture that looks most like it in at least ${independence.least ?? "–"} of ${independence.bits} bits of a perceptual hash (table: \`independence.json\`).`
    : "The pictures are the user's own; nothing is known here of where they come from.";
  return `---
pretty_name: normact perceptor training set
license: ${origin === "rendered" ? "mit" : "other"}
task_categories:
- image-to-text
language:
- en
tags:
- social-norms
- embodied
size_categories:
- ${chosen.placed.length < 1000 ? "n<1K" : "1K<n<10K"}
configs:
- config_name: default
  data_files:
${SPLITS.filter((s) => count(s) > 0)
  .map((s) => `  - split: ${s}\n    path: ${s}/**`)
  .join("\n")}
---

# normact perceptor training set

Pictures from the first person, each with a label of two sentences: what is to be seen, and which unwritten rule
holds there. ${count("train")} for training, ${count("validation")} for validation; whole groups (one place) stand on one side of the split.
${apart}

| field | holds |
| --- | --- |
| \`file_name\` | the picture |
| \`id\`, \`task\`, \`dimension\` | which picture, and what kind of rule |
| \`goal\` | what the agent wants there |
| \`rule\` | the rule that the labeller was told |
| \`cue\` | the label |
| \`generator\` | who made the picture |
| \`label_model\`, \`prompt_version\` | who wrote the label, asked in which words |
| \`split_group\` | pictures of one place |

| task | train | validation |
| --- | --- | --- |
${[...tasks].map(([task, [a, b]]) => `| ${task} | ${a} | ${b} |`).join("\n")}

Labels by ${labellers}; prompt versions: ${versions.length <= 12 ? versions.join(", ") : `${versions.length} (one a rule and task)`}. Left out: ${leftOut.unlabelled.length} unlabelled,
${leftOut.flagged.length} flagged and not reviewed, ${leftOut.rejected.length} rejected, ${leftOut.stale.length} labelled for another picture.
Set \`${input.setHash.slice(0, 16)}\`, split seed ${input.seed}.

\`\`\`python
from datasets import load_dataset
pictures = load_dataset("imagefolder", data_dir="<this folder>")
\`\`\`

\`trainers/\` holds the same examples in the forms of ms-swift, LLaMA-Factory, Qwen's recipe and TRL, for the
mode${modes.length > 1 ? "s" : ""} ${modes.join(" and ")} (\`paper\`: the picture and a fixed instruction; \`goal-conditioned\`: the goal as well). Paths in them
begin at this folder.
${
  origin === "rendered"
    ? "\nThe scenes are drawn by normact's own renderer; nobody in them is real. NormAct's authors trained on pictures of a\nvideo generator: what is trained on this set is not their NormPerceptor, and its figures are not theirs.\n"
    : ""
}`;
}
