import type { Logger } from '@waypost/sdk';
import { z } from 'zod';

const RECORDS_A_SECOND = 200;
/** After the first one is dropped. */
const TELL_MS = 1_000;
const LONGEST_RECORD = 16_000;
/** Names that the host's own log gives to its records: a plugin cannot write in the name of another. */
const HOST_NAMES = new Set(['level', 'time', 'pid', 'hostname', 'plugin', 'msg', 'part', 'name']);

/** What crosses of a record. */
export const zLogRecord = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  fields: z.record(z.string(), z.unknown()),
  message: z.string().max(1_000),
});

type Level = 'debug' | 'info' | 'warn' | 'error';

/** A log of the host about a plugin that may do the same thing wrong without end: so much in a second. */
export function createLimitedLog(log: Logger): Logger {
  const write = createPluginLog(log);
  const at = (level: Level) => (fields: Record<string, unknown>, message: string) =>
    write(level, fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes what a plugin in a process of its own logs: so much in a second, each record so long. */
export function createPluginLog(
  log: Logger,
  now: () => number = () => performance.now(),
): (level: Level, fields: Record<string, unknown>, message: string) => void {
  let second = 0;
  let records = 0;
  let dropped = 0;
  const tell = () => {
    log.warn({ dropped }, 'the plugin logs too much; records were dropped');
    dropped = 0;
  };
  return (level, fields, message) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      records = 0;
    }
    records += 1;
    if (records > RECORDS_A_SECOND) {
      dropped += 1;
      if (dropped === 1) setTimeout(tell, TELL_MS);
      return;
    }
    const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !HOST_NAMES.has(name)));
    const text = JSON.stringify(own);
    log[level](text.length > LONGEST_RECORD ? { cut: text.slice(0, LONGEST_RECORD) } : own, message);
  };
}
