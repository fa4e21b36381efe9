import type { Product } from '../../product.ts';

/** What was answered, how often: a status, or where a visitor was led. */
export type Answers = Record<string, number>;

/** Visits and calls from all sides until `stop`; each kind keeps what it was answered. */
export interface Load {
  answers: Readonly<Record<string, Answers>>;
  /** Asks again and again, `pauseMs` apart. */
  run(kind: string, pauseMs: number, ask: () => Promise<string>): void;
  /** Visitors of a path on a host, so many at once. */
  visit(kind: string, path: string, headers?: Record<string, string>): void;
  /** How often a kind was answered so. */
  times(kind: string, answer: string): number;
  stop(): Promise<void>;
}

const VISITORS = 3;
const VISIT_EVERY_MS = 15;

export function startLoad({ origin }: Pick<Product, 'origin'>): Load {
  const answers: Record<string, Answers> = {};
  const running: Promise<void>[] = [];
  let isOver = false;
  const load: Load = {
    answers,
    run(kind, pauseMs, ask) {
      answers[kind] ??= {};
      const own = answers[kind];
      running.push(
        (async () => {
          while (!isOver) {
            const answer = await ask().catch((error: Error) => `failed: ${error.message}`);
            own[answer] = (own[answer] ?? 0) + 1;
            await Bun.sleep(pauseMs);
          }
        })(),
      );
    },
    visit(kind, path, headers = {}) {
      for (let visitor = 0; visitor < VISITORS; visitor += 1)
        load.run(kind, VISIT_EVERY_MS, async () => {
          const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers });
          await answer.body?.cancel();
          return answer.headers.get('location') ?? String(answer.status);
        });
    },
    times: (kind, answer) => answers[kind]?.[answer] ?? 0,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
  return load;
}

/** Lines of a product's log that tell of an error, with what they say of a job that its plugin was switched off under. */
export const errorLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":(?:50|60)|"level":"(?:error|fatal)"/.test(line));
