import type { Logger } from '@waypost/sdk';
import pino from 'pino';

/** Field names whose values never reach the log, at any of the first three levels. */
const SECRET_FIELDS = [
  'password',
  'token',
  'authorization',
  'cookie',
  'secret',
  'secret_key',
  'secretKey',
  'totp',
  'ct',
];

/**
 * The process's log: one JSON record a line.
 * @param sink receives each line; standard output when left out
 */
export function createLog(options: { level: string; sink?: { write(line: string): void } }): pino.Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: pino.stdSerializers.err },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[removed]',
    },
  };
  // Synchronous: the last lines before a crash are the ones that matter.
  return pino(settings, options.sink ?? pino.destination({ fd: 1, sync: true }));
}

/** The log as plugins see it, with fields that every record carries. */
export function scopedLog(log: pino.Logger, fields: Record<string, unknown>): Logger {
  const child = log.child(fields);
  return {
    debug: (extra, message) => child.debug(extra, message),
    info: (extra, message) => child.info(extra, message),
    warn: (extra, message) => child.warn(extra, message),
    error: (extra, message) => child.error(extra, message),
  };
}
