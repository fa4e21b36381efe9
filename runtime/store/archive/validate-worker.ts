import { type CollectionReport, checkOneCollection } from './check-store.ts';

/** Checks one collection on a thread of its own. Message in: what to check. Message out: what was found, or why nothing was. */
declare const self: Worker;

export interface ValidateRequest {
  file: string;
  database: string;
  name: string;
}

export type ValidateAnswer = { report: CollectionReport | undefined } | { failure: string };

self.onmessage = ({ data: { file, database, name } }: MessageEvent<ValidateRequest>) => {
  let answer: ValidateAnswer;
  try {
    answer = { report: checkOneCollection(file, database, name) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
