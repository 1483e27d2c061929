/** What will happen by itself, in the order of time; equal times keep the order of entry. */
export interface Job<S> {
  /** seconds from the start of the episode */
  at: number;
  run: (state: S) => void;
}

export class Agenda<S> {
  private jobs: Job<S>[] = [];

  add(at: number, run: (state: S) => void): void {
    let place = this.jobs.length;
    while (place > 0 && (this.jobs[place - 1] as Job<S>).at > at) place--;
    this.jobs.splice(place, 0, { at, run });
  }

  /** Time of the next job; infinite when there is none. */
  get next(): number {
    return this.jobs[0]?.at ?? Infinity;
  }

  /** Takes out the next job if it is due by `time`. */
  take(time: number): Job<S> | null {
    return this.next <= time ? (this.jobs.shift() as Job<S>) : null;
  }
}
