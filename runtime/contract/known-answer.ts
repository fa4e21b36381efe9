import { z } from 'zod';

/** Where plugins answer a plain GET from the server's memory. */
export const WELL_KNOWN_PREFIX = '/.well-known/waypost/';
export const INTERNAL_PREFIX = '/internal/';
/** What a proxy asks before it has a certificate made. */
export const CERTIFICATE_PATH = `${INTERNAL_PREFIX}tls`;
/** What a proxy names the host in, for which it asks whether it may have a certificate. */
export const CERTIFICATE_PARAMETER = 'domain';
/** Stands for any challenge of NONCE_PATTERN: the platform answers it with a signature. */
export const NONCE_PATH = `${WELL_KNOWN_PREFIX}:nonce`;
/** A challenge: long enough that nobody has asked for it before. */
export const NONCE_PATTERN = /^[0-9A-Za-z_-]{22,128}$/;

/** Most that one path of a plugin answers, and how long a key and its text may be. */
export const KNOWN_ANSWER_MAX_KEYS = 100_000;
export const KNOWN_ANSWER_MAX_KEY = 253;
export const KNOWN_ANSWER_MAX_TEXT = 4096;
/** Most that all paths of a plugin answer together, letters of keys and texts: every process holds all of it in memory. */
export const KNOWN_ANSWER_MAX_LETTERS = 16_777_216;

/** A path that a plugin answers, with the query parameter that chooses among what it knows. */
export const zKnownAnswer = z.strictObject({
  path: z.union([
    z.literal(NONCE_PATH),
    z.string().regex(/^\/(\.well-known\/waypost|internal)\/[a-z][a-z0-9_-]{0,19}$/, 'such as /internal/tls'),
  ]),
  /** Name of the query parameter; left out: the path has one answer, under the key "". */
  parameter: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/)
    .optional(),
  /** `host`: keys are host names, in whatever case, with or without a last dot, in any script. Default `text`: as they are. */
  keys: z.enum(['text', 'host']).optional(),
});
export type KnownAnswer = z.infer<typeof zKnownAnswer>;

/** Texts by key. A set of names is one with empty texts: what is in it is answered 200, all else 404. */
export const zKnownAnswerEntries = z.record(
  z.string().max(KNOWN_ANSWER_MAX_KEY),
  z.string().max(KNOWN_ANSWER_MAX_TEXT),
);
