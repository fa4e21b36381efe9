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
    serializers: { error: describeError },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[removed]',
    },
  };
  // Synchronous: the last lines before a crash are the ones that matter.
  return pino(settings, options.sink ?? pino.destination({ fd: 1, sync: true }));
}

/** Name, message, code and stack of an error and of its causes; nothing else that hangs on it (drivers hang secrets on theirs). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

type Write = (fields: Record<string, unknown>, message: string) => void;

/** The log as plugins see it (`Logger` of the SDK), with fields that every record carries. */
export function scopedLog(
  log: pino.Logger,
  fields: Record<string, unknown>,
): Record<'debug' | 'info' | 'warn' | 'error', Write> {
  const child = log.child(fields);
  return {
    debug: (extra, message) => child.debug(extra, message),
    info: (extra, message) => child.info(extra, message),
    warn: (extra, message) => child.warn(extra, message),
    error: (extra, message) => child.error(extra, message),
  };
}
