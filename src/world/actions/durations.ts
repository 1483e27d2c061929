/** Seconds that actions take, apart from walking and from what people do in answer. */
export const SECONDS = {
  turn: 1,
  look: 1,
  point: 1,
  take: 2,
  put: 2,
  switch: 2,
  door: 2,
  knock: 2,
  sit: 2,
  stand: 2,
  speak: 3,
  wash: 5,
  mop: 8,
  eat: 10,
  longestRest: 30,
} as const;
