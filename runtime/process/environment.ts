import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { ACCOUNT_MIN_LENGTH, PASSWORD_MIN_LENGTH, publicOrigin, publicOriginFault } from '@waypost/contract';
import type { S3Access } from '@waypost/sdk/platform';
import { socketUri } from '@waypost/store';
import { z } from 'zod';
import { type HostReplacements, readHostReplacements } from './host-replacements.ts';
import { type NameServer, readNameServer } from './name-server.ts';
import { storeSocketPath } from './paths.ts';
import { isOwnedKey } from './public-key.ts';

export const ROLES = ['visit', 'api', 'jobs'] as const;
/** What a process does; docs/operators.md, "Settings". */
export type ProcessRole = (typeof ROLES)[number];

/** The environment of docs/operators.md, "Settings", parsed. */
export interface Environment {
  host: string;
  port: number;
  /** Absolute path. */
  dataDirectory: string;
  /** Undefined: the embedded store. */
  mongodbUri: string | undefined;
  roles: ReadonlySet<ProcessRole>;
  /** Lower case, without ports. */
  adminHosts: readonly string[];
  /** Origin without a trailing slash. Undefined: what was set on the screen, else HOST and the port that was bound. */
  publicUrl: string | undefined;
  systemTitle: string;
  /** Undefined: the one that DATA_DIR keeps. */
  timeZone: string | undefined;
  adminAccount: string | undefined;
  adminPassword: string | undefined;
  /** 32 bytes. Undefined: kept in DATA_DIR/secret.key. */
  secretKey: Uint8Array | undefined;
  trustedProxies: readonly string[];
  /** Token of `GET /internal/…` for others than this machine. Undefined: kept in DATA_DIR/internal.token. */
  internalToken: string | undefined;
  visitDurability: 'strict' | 'relaxed';
  /** Absolute path of outside plugins. */
  pluginDirectory: string | undefined;
  /** Raw Ed25519 public keys, 32 bytes each. */
  pluginTrustedKeys: readonly Uint8Array[];
  /** Who is asked for names that plugins look up. Empty: the system's own. */
  dnsResolvers: readonly NameServer[];
  /** Storage of `s3://` addresses on the command line. */
  s3: S3Access | undefined;
  /** Addresses or CIDRs, of own networks among them, that a storage of files may be at. */
  storageAddresses: readonly string[];
  /** Addresses or CIDRs of own networks at which endpoints that operators enter may be. */
  innerAddresses: readonly string[];
  /** Where hosts that plugins were granted are reached instead. */
  outgoingHosts: HostReplacements;
  /** Addresses or CIDRs that count as public ones for what plugins send out, for tests; never in production. */
  outgoingTestAddresses: readonly string[];
  /** Where servers of zones listen, for tests; never in production. Undefined: 53. */
  outgoingTestDnsPort: number | undefined;
  /** Where what goes to the ports of the web is sent, for tests; never in production. Undefined: 80 and 443. */
  outgoingTestWebPorts: readonly [http: number, https: number] | undefined;
  /** Whether operators may log in on machines of theirs from here: SSH_SERVERS. */
  hasMachines: boolean;
  /** False in benchmarks, which hold what the monitor costs against nothing of it. */
  isMonitored: boolean;
  /** False in tests, which look at journals that nobody folds. */
  isFolding: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  isProduction: boolean;
}

/** A start that cannot go on; the message is one line a fault and is meant for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SECRET_KEY_BYTES = 32;
const SECRET_VARIABLES = new Set([
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'MONGODB_URI',
  'INTERNAL_TOKEN',
  'S3_SECRET_ACCESS_KEY',
]);

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const expected = (what: string) => ({ error: `expected ${what}` });

const zHostName = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Whether a text names a time zone of the tz database. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const decode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const isKeyText = (text: string) =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && decode(text).length === SECRET_KEY_BYTES;

/**
 * Whether a key is one that people write by hand or copy from an example: few different bytes, or readable text.
 * 32 random bytes are neither, but once in 10^14.
 */
export function isGuessableKey(key: Uint8Array): boolean {
  return new Set(key).size < 12 || key.every((byte) => byte >= 0x20 && byte < 0x7f);
}

const ADDRESSES_OF_RESOLVERS = 'IP addresses such as 9.9.9.9 or [2620:fe::fe]:53, separated by commas';

const optionalText = <T extends z.ZodType>(schema: T) => schema.optional();

const zPort = z
  .string()
  .regex(/^\d{1,5}$/, expected('a whole number from 0 to 65535'))
  .transform(Number)
  .refine((port) => port <= 65_535, expected('a whole number from 0 to 65535'));

const zSwitch = z.enum(['on', 'off'], expected('on or off'));

const zVariables = z.object({
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || zHostName.safeParse(text.toLowerCase()).success,
      expected('an IP address or a host name'),
    )
    .default('127.0.0.1'),
  PORT: zPort.default(6009),
  DATA_DIR: z.string().min(1, expected('a directory')).default('./data'),
  MONGODB_URI: optionalText(
    z.string().regex(/^mongodb(\+srv)?:\/\/\S+$/, expected('mongodb://… or mongodb+srv://…')),
  ),
  ROLES: z
    .string()
    .transform(list)
    .pipe(
      z
        .array(z.enum(ROLES, expected('visit, api and jobs, separated by commas')))
        .min(1, expected('visit, api and jobs, separated by commas')),
    )
    .default([...ROLES]),
  ADMIN_HOSTS: z
    .string()
    .transform((text) => list(text.toLowerCase()))
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (name) => zHostName.safeParse(name).success || isIP(name) !== 0,
            expected('host names without scheme and port, separated by commas'),
          ),
      ),
    )
    .default([]),
  PUBLIC_URL: optionalText(
    z
      .string()
      .refine(
        (text) => publicOriginFault(text) === undefined,
        expected('an origin such as https://qr.example.com, without a path'),
      )
      .transform(publicOrigin),
  ),
  SYSTEM_TITLE: z
    .string()
    .trim()
    .min(1, expected('1 to 100 characters'))
    .max(100, expected('1 to 100 characters'))
    .default('Waypost'),
  TIME_ZONE: optionalText(z.string().refine(isTimeZone, expected('an IANA time zone such as Asia/Shanghai'))),
  ADMIN_ACCOUNT: optionalText(
    z
      .string()
      .regex(
        new RegExp(`^\\S{${ACCOUNT_MIN_LENGTH},64}$`),
        expected(`${ACCOUNT_MIN_LENGTH} to 64 characters without spaces`),
      ),
  ),
  ADMIN_PASSWORD: optionalText(
    z
      .string()
      .regex(
        new RegExp(`^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]{${PASSWORD_MIN_LENGTH},128}$`),
        expected(`at least ${PASSWORD_MIN_LENGTH} letters and digits and nothing else, at least one of each`),
      ),
  ),
  SECRET_KEY: optionalText(
    z.string().refine(isKeyText, expected('32 random bytes in base64')).transform(decode),
  ),
  TRUSTED_PROXIES: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z.string().refine(isNetwork, expected('addresses or CIDRs such as 10.0.0.0/8, separated by commas')),
      ),
    )
    .default([]),
  // It stands in addresses that a proxy asks, so nothing in it may have a meaning there.
  INTERNAL_TOKEN: optionalText(
    z.string().regex(/^[A-Za-z0-9_-]{32,128}$/, expected('32 to 128 letters, digits, - and _')),
  ),
  VISIT_DURABILITY: z.enum(['strict', 'relaxed'], expected('strict or relaxed')).default('strict'),
  PLUGIN_DIR: optionalText(z.string().min(1, expected('a directory'))),
  PLUGIN_TRUSTED_KEYS: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z
          .string()
          .refine(isKeyText, expected('Ed25519 public keys in base64, separated by commas'))
          .transform(decode)
          .refine(
            isOwnedKey,
            expected('Ed25519 public keys that nobody else can sign with; one is of small order'),
          ),
      ),
    )
    .default([]),
  DNS_RESOLVERS: z
    .string()
    .transform(list)
    .pipe(
      z
        .array(
          z.string().transform((text, checked) => {
            const server = readNameServer(text);
            if (server !== undefined) return server;
            checked.addIssue(expected(ADDRESSES_OF_RESOLVERS).error);
            return z.NEVER;
          }),
        )
        .max(8, expected('at most 8 addresses')),
    )
    .default([]),
  S3_ENDPOINT: optionalText(
    z.url({ protocol: /^https?$/, ...expected('an address such as https://s3.example.com') }),
  ),
  S3_REGION: optionalText(z.string()),
  S3_ACCESS_KEY_ID: optionalText(z.string()),
  S3_SECRET_ACCESS_KEY: optionalText(z.string()),
  STORAGE_ADDRESSES: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z.string().refine(isNetwork, expected('addresses or CIDRs such as 10.0.0.5, separated by commas')),
      ),
    )
    .default([]),
  OUTGOING_INNER_ADDRESSES: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z.string().refine(isNetwork, expected('addresses or CIDRs such as 10.0.0.0/24, separated by commas')),
      ),
    )
    .default([]),
  OUTGOING_HOSTS: z
    .string()
    .transform((text, checked) => {
      const replacements = readHostReplacements(text);
      if (replacements !== undefined) return replacements;
      checked.addIssue(
        expected('hosts and origins such as api.telegram.org=http://127.0.0.1:8081, separated by commas')
          .error,
      );
      return z.NEVER;
    })
    .default(new Map()),
  OUTGOING_TEST_ADDRESSES: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z.string().refine(isNetwork, expected('addresses or CIDRs such as 127.0.0.2, separated by commas')),
      ),
    )
    .default([]),
  OUTGOING_TEST_DNS_PORT: zPort.optional(),
  OUTGOING_TEST_WEB_PORTS: z
    .string()
    .transform(list)
    .pipe(z.tuple([zPort, zPort], expected('two ports such as 8080,8443')))
    .optional(),
  SSH_SERVERS: zSwitch.default('off'),
  WAYPOST_MONITOR: zSwitch.default('on'),
  WAYPOST_FOLDING: zSwitch.default('on'),
  LOG_LEVEL: z.enum(LOG_LEVELS, expected(LOG_LEVELS.join(', '))).default('info'),
});

/**
 * Reads the variables of docs/operators.md, "Settings", out of `record` (as `process.env`). An empty variable counts as unset.
 * @throws StartError that names each bad variable and what was expected; values of secrets are never repeated.
 */
export function parseEnvironment(record: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.keys(zVariables.shape)
      .filter((name) => record[name] !== undefined && record[name] !== '')
      .map((name) => [name, record[name]]),
  );
  const isProduction = record.NODE_ENV === 'production';
  const parsed = zVariables.safeParse(given);
  const faults = new Map<string, string>();
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const shown = SECRET_VARIABLES.has(name) ? '' : `, got ${JSON.stringify(record[name])}`;
    faults.set(name, `${name}: ${issue.message}${shown}`);
  }
  const secretKey = parsed.data?.SECRET_KEY;
  if (isProduction && secretKey !== undefined && isGuessableKey(secretKey))
    faults.set('SECRET_KEY', 'SECRET_KEY: expected 32 random bytes in base64; this one can be guessed');
  for (const name of ['OUTGOING_TEST_ADDRESSES', 'OUTGOING_TEST_DNS_PORT', 'OUTGOING_TEST_WEB_PORTS'])
    if (isProduction && given[name] !== undefined)
      faults.set(name, `${name}: expected nothing; it lets plugins reach what is not public, for tests only`);
  if (given.ADMIN_PASSWORD !== undefined && given.ADMIN_PASSWORD === given.ADMIN_ACCOUNT)
    faults.set('ADMIN_PASSWORD', 'ADMIN_PASSWORD: expected a password that differs from the account');
  if (!parsed.success || faults.size > 0) throw new StartError([...faults.values()].join('\n'));
  const variables = parsed.data;
  return {
    host: variables.HOST,
    port: variables.PORT,
    dataDirectory: resolve(variables.DATA_DIR),
    mongodbUri: variables.MONGODB_URI,
    roles: new Set(variables.ROLES),
    adminHosts: variables.ADMIN_HOSTS,
    publicUrl: variables.PUBLIC_URL,
    systemTitle: variables.SYSTEM_TITLE,
    timeZone: variables.TIME_ZONE,
    adminAccount: variables.ADMIN_ACCOUNT,
    adminPassword: variables.ADMIN_PASSWORD,
    secretKey,
    trustedProxies: variables.TRUSTED_PROXIES,
    internalToken: variables.INTERNAL_TOKEN,
    visitDurability: variables.VISIT_DURABILITY,
    pluginDirectory: variables.PLUGIN_DIR === undefined ? undefined : resolve(variables.PLUGIN_DIR),
    pluginTrustedKeys: variables.PLUGIN_TRUSTED_KEYS,
    dnsResolvers: variables.DNS_RESOLVERS,
    s3: s3AccessOf(variables),
    storageAddresses: variables.STORAGE_ADDRESSES,
    innerAddresses: variables.OUTGOING_INNER_ADDRESSES,
    outgoingHosts: variables.OUTGOING_HOSTS,
    outgoingTestAddresses: variables.OUTGOING_TEST_ADDRESSES,
    outgoingTestDnsPort: variables.OUTGOING_TEST_DNS_PORT,
    outgoingTestWebPorts: variables.OUTGOING_TEST_WEB_PORTS,
    hasMachines: variables.SSH_SERVERS === 'on',
    isMonitored: variables.WAYPOST_MONITOR === 'on',
    isFolding: variables.WAYPOST_FOLDING === 'on',
    logLevel: variables.LOG_LEVEL,
    isProduction,
  };
}

function s3AccessOf(variables: z.output<typeof zVariables>): S3Access | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: secret } = variables;
  if (endpoint === undefined || key === undefined || secret === undefined) return undefined;
  return { endpoint, region: variables.S3_REGION ?? '', key, secret };
}

/** Connection string of the store that the environment names. */
export function storeUri(environment: Pick<Environment, 'dataDirectory' | 'mongodbUri'>): string {
  if (environment.mongodbUri !== undefined) return environment.mongodbUri;
  return socketUri(storeSocketPath(environment.dataDirectory), 'waypost');
}
