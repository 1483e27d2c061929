import type { DatasetInfo } from "./dataset.js";

/** The README of an exported folder, with the header that the hub and `datasets` read. */
export function datasetCard(info: DatasetInfo): string {
  return `---
pretty_name: normact embodied episodes
license: mit
task_categories:
- image-text-to-text
language:
- en
tags:
- embodied
- planning
- social-norms
size_categories:
- n<1K
configs:
- config_name: default
  data_files:
  - split: test
    path: test/**
---

# normact embodied episodes

${info.episodes} first views of ordinary tasks in which an unwritten rule constrains how the goal may be reached.
Set ${info.version}, hash \`${info.hash}\`, seed ${info.seed}, tasks: ${info.tasks.join(", ")}.

| place | holds |
| --- | --- |
| \`test/observation\` | what a planner is shown: colour (left) and instance segmentation with ids (right), 1280×480 |
| \`test/rgb\`, \`test/seg\` | the halves, 640×480 |
| \`test/ids\` | 16-bit grey PNG, pixel = id, 0 = background |
| \`test/metadata.jsonl\` | a line an episode: files, id, task, time, goal, visible objects, labels, SHA-256 of each file |
| \`truth/\` | specs, roles, regions, owners, plans: what only checkers may know. Keep it away from the planner |

Load it:

\`\`\`python
from datasets import load_dataset
episodes = load_dataset("imagefolder", data_dir="test", split="train")
\`\`\`

Run planners on it: \`normact eval --dataset <this folder>\`. First views come from the pictures, later turns are
rendered. The scenes are synthetic and drawn by normact's own renderer; nobody in them is real. The protocol follows
NormAct; the scenes are not those of its authors, so figures on this set are not figures of the paper.
`;
}
