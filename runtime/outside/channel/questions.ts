import { ChannelError } from './frames.ts';

/** What becomes of one question. */
interface Question {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface QuestionLimits {
  signal?: AbortSignal;
  limitMs?: number;
}

/** Questions of this side that wait for their answers. */
export interface Questions {
  /** @throws what the other side threw; ChannelError when the limit passes first */
  ask(method: string, params: unknown, limits: QuestionLimits): Promise<unknown>;
  /** Ends one question; none where it is not open any more. */
  settle(id: number, how: (question: Question) => void): void;
  /** Every open question fails with `reason`. */
  end(reason: Error): void;
}

type Sent = { t: 'ask'; id: number; method: string; params: unknown } | { t: 'cancel'; id: number };

export function createQuestions(send: (message: Sent) => void): Questions {
  const questions = new Map<number, Question>();
  let lastId = 0;

  function settle(id: number, how: (question: Question) => void): void {
    const question = questions.get(id);
    questions.delete(id);
    if (question !== undefined) how(question);
  }

  return {
    settle,
    ask(method, params, { signal, limitMs }) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const giveUp = (error: Error) =>
          settle(id, (question) => {
            send({ t: 'cancel', id });
            question.reject(error);
          });
        const abort = () => giveUp(asError(signal?.reason));
        const over = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        questions.set(id, {
          resolve(value) {
            over();
            resolve(value);
          },
          reject(error) {
            over();
            reject(error);
          },
        });
        try {
          send({ t: 'ask', id, method, params });
        } catch (error) {
          return settle(id, (question) => question.reject(asError(error)));
        }
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        if (limitMs !== undefined)
          timer = setTimeout(
            () => giveUp(new ChannelError(`${method}: no answer within ${limitMs} ms`)),
            limitMs,
          );
      });
    },
    end(reason) {
      for (const id of [...questions.keys()]) settle(id, (question) => question.reject(reason));
    },
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason ?? 'aborted'));
}
