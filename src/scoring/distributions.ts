import { normalCdf } from "./sensitivity.js";

/**
 * Distribution functions that the tests of significance need. Accurate to about 1e-12 over the arguments that
 * occur here; checked against SciPy (test/fixtures/statistics).
 */

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** ln n! − Stirling's main terms, for any x > 0: the part that the gamma function adds to them. */
function stirlingRest(x: number): number {
  if (x < 16) {
    // upwards by the recurrence, where the series is exact to rounding
    let shift = 0;
    let y = x;
    for (; y < 16; y++) shift += (y + 0.5) * Math.log1p(1 / y) - 1;
    return shift + stirlingRest(y);
  }
  const r = 1 / (x * x);
  return (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / x;
}

/** ln Γ(x), x > 0. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma: x must be above 0, is ${x}`);
  if (x < 1) return logGamma(x + 1) - Math.log(x);
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_2PI + stirlingRest(x);
}

/** x·ln(x/m) + m − x without the cancellation near x = m (Loader 2000). */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) < 0.1 * (x + m)) {
    const v = (x - m) / (x + m);
    let sum = (x - m) * v;
    let power = 2 * x * v;
    for (let j = 1; j < 200; j++) {
      power *= v * v;
      const next = sum + power / (2 * j + 1);
      if (next === sum) break;
      sum = next;
    }
    return sum;
  }
  return x * Math.log(x / m) + m - x;
}

/** P[X = k], X binomial; Loader's saddle-point form. */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const log =
    stirlingRest(n) -
    stirlingRest(k) -
    stirlingRest(n - k) -
    deviance(k, n * p) -
    deviance(n - k, n * (1 - p));
  return Math.exp(log) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/** P[X ≤ k], X binomial: a sum of positive terms from the nearer end of the larger one. */
export function binomialLower(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (k > n * p) return 1 - binomialLower(n - k - 1, n, 1 - p);
  let term = binomialPmf(k, n, p);
  let sum = term;
  const odds = (1 - p) / p;
  for (let i = k; i > 0 && term > sum * 1e-18; i--) {
    term *= (i / (n - i + 1)) * odds;
    sum += term;
  }
  return Math.min(1, sum);
}

/** Regularised incomplete beta function I_x(a, b) by its continued fraction (Lentz). */
export function betaRegularised(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
  let h = d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return h;
}

/** P[|T| ≥ |t|], T Student's t. */
export function tTwoSided(t: number, df: number): number {
  const t2 = t * t;
  // the smaller of the two arguments keeps its digits
  return t2 < df
    ? 1 - betaRegularised(0.5, df / 2, t2 / (df + t2))
    : betaRegularised(df / 2, 0.5, df / (df + t2));
}

/** P[T ≤ t]. */
export function tCdf(t: number, df: number): number {
  const tail = tTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** Inverse of `tCdf`, 0 < p < 1, by bisection to the last bit. */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`tQuantile: p must lie between 0 and 1, is ${p}`);
  if (p < 0.5) return -tQuantile(1 - p, df);
  const upper = 2 * (1 - p);
  let hi = 1;
  while (tTwoSided(hi, df) > upper) hi *= 2;
  let lo = 0;
  for (let i = 0; i < 200 && hi - lo > 1e-15 * hi; i++) {
    const mid = (lo + hi) / 2;
    if (tTwoSided(mid, df) > upper) lo = mid;
    else hi = mid;
  }
  return (lo + hi) / 2;
}

/** P[X ≥ x], X chi-square: the upper incomplete gamma function, series or continued fraction. */
export function chiSquareUpper(x: number, df: number): number {
  if (x <= 0) return 1;
  const a = df / 2;
  const y = x / 2;
  const front = Math.exp(a * Math.log(y) - y - logGamma(a));
  if (y < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let k = 1; k < 10_000 && term > sum * 1e-17; k++) {
      term *= y / (a + k);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  let b = y + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let k = 1; k < 10_000; k++) {
    const an = -k * (k - a);
    b += 2;
    d = 1 / (an * d + b || 1e-300);
    c = b + an / c || 1e-300;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return front * h;
}

/** P[|Z| ≥ |z|], Z standard normal. */
export function normalTwoSided(z: number): number {
  return 2 * normalCdf(-Math.abs(z));
}
