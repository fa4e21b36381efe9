import type { VisitSurroundings } from '../visit/index.ts';

/** What visits meet, for those who ask before it is there. */
export interface LateSurroundings {
  read(): Promise<VisitSurroundings>;
  /** Says where they come from: plugins, which ask for them, are there before they are. */
  comeFrom(source: () => Promise<VisitSurroundings>): void;
}

export function createLateSurroundings(): LateSurroundings {
  let read = (): Promise<VisitSurroundings> => Promise.reject(new Error('the process is still starting'));
  return {
    read: () => read(),
    comeFrom: (source) => {
      read = source;
    },
  };
}
