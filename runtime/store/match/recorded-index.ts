// Matching runs without interruption, so the array index that the positional operator needs is noted here.
let recorded = -1;

/** Notes the index of the array element that a condition was met by. */
export const recordIndex = (index: number): void => {
  recorded = index;
};

/** The index noted last, or -1. */
export const recordedIndex = (): number => recorded;
