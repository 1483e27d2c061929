/** A distribution over hypotheses, kept as logarithms. */
export class Posterior {
  private readonly logs: Float64Array;

  /** Even over `count` hypotheses. */
  constructor(count: number) {
    this.logs = new Float64Array(count).fill(-Math.log(count));
  }

  /** Multiplies by likelihoods, given as logarithms, and makes the whole add up to one again. */
  update(logLikelihoods: ArrayLike<number>): void {
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.logs.length; i++) {
      this.logs[i] = (this.logs[i] as number) + (logLikelihoods[i] as number);
      top = Math.max(top, this.logs[i] as number);
    }
    let sum = 0;
    for (const log of this.logs) sum += Math.exp(log - top);
    const norm = top + Math.log(sum);
    for (let i = 0; i < this.logs.length; i++) this.logs[i] = (this.logs[i] as number) - norm;
  }

  /** Natural logarithm of a hypothesis's probability. */
  log(index: number): number {
    return this.logs[index] as number;
  }

  p(index: number): number {
    return Math.exp(this.logs[index] as number);
  }

  /** Indices of hypotheses with at least `p`, likeliest first; ties by index. */
  atLeast(p: number): number[] {
    return [...this.logs.keys()]
      .filter((i) => this.p(i) >= p)
      .sort((a, b) => this.log(b) - this.log(a) || a - b);
  }
}
