/**
 * What the paper fixes (NormAct, section 4 and appendix G), and what it leaves open and is chosen here: that a
 * LoRA is trained is likely, since its learning rate is the trainers' own default for one.
 */
export const SETTINGS = {
  model: "Qwen/Qwen3-VL-2B-Instruct",
  /** paper */
  epochs: 60,
  batch: 4,
  learningRate: 1e-4,
  /** chosen */
  loraRank: 8,
  loraAlpha: 32,
  /** share of all steps */
  warmup: 0.05,
  maxLength: 2048,
} as const;

/**
 * The pixel budget that training and serving share: a perceptor trained on pictures of this size and served others
 * sees another number of tokens than it learned on. 640 × 480, in 32 × 32 pixels a token.
 */
export const PIXELS = {
  max: 640 * 480,
  min: 65_536,
  tokens: (640 * 480) / (32 * 32),
} as const;

export interface ConfigInput {
  mode: "paper" | "goal-conditioned";
  /** the exported folder, as commands name it */
  folder: string;
  model: string;
  /** pictures to train on */
  examples: number;
}
