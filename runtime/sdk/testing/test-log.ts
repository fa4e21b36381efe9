import { createLog } from '../../process/log.ts';
import type { LogRecord } from './types.ts';

const LEVELS: Readonly<Record<number, LogRecord['level']>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
};

/** The product's log, whose lines a test reads instead of a terminal. */
export function createTestLog(): { log: ReturnType<typeof createLog>; records(): LogRecord[] } {
  const lines: string[] = [];
  return {
    log: createLog({ level: 'debug', sink: { write: (line) => void lines.push(line) } }),
    records: () =>
      lines.map((line) => {
        const { level, time: _, pid: __, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
        return { ...fields, level: LEVELS[Number(level)] ?? 'error', message: String(msg) };
      }),
  };
}
