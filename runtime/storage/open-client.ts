import { mongo } from 'mongoose';
import { limitTransactions } from './limit-transactions.ts';

/** Database of a connection string that names none: one for everything, whoever opens it. */
const DATABASE = 'waypost';

/** Letters of an `appName` that are kept: MongoDB takes 128 bytes in all. */
const LONGEST_NAME = 25;

/**
 * What the product decides itself, whatever the connection string says: reads see what was committed, commits outlast an election, and
 * what an election cuts off is tried again.
 */
const DECIDED = [
  ...['readpreference', 'readpreferencetags', 'maxstalenessseconds', 'readconcernlevel'],
  ...['w', 'journal', 'j', 'wtimeout', 'wtimeoutms', 'retrywrites', 'retryreads'],
];

/** What holds a client to one server, or keeps it from knowing which one leads: after an election it would write to one that may not. */
const HOLDING_ON = ['directconnection', 'loadbalanced'];

/** The embedded store, by its socket. */
const isSocket = (address: string): boolean => /%2f[^/@]*$/i.test(address);

/**
 * A client of the store that a connection string names, not connected yet. Its own time limits stand, its `appName` stands behind
 * ours, by which the platform knows its own work; its transactions end within a caller's patience; the database is
 * `waypost` where it names none, which changes nothing about where its account is looked for.
 * @param options limits where the connection string has none of its own
 * @param isOneServer whether what it leads to is none of several, such as a plugin's own way to the store
 * @throws mongo.MongoParseError for a connection string that the driver cannot read
 */
export function openClient(
  uri: string,
  options: mongo.MongoClientOptions = {},
  isOneServer = false,
): mongo.MongoClient {
  const { address, database, query } = partsOf(uri);
  const decided = isOneServer || isSocket(address) ? DECIDED : [...DECIDED, ...HOLDING_ON];
  const kept = query.filter(([name]) => !decided.includes(name.toLowerCase()));
  const given = new Set(kept.map(([name]) => name.toLowerCase()));
  const ownName = kept.find(([name]) => name.toLowerCase() === 'appname')?.[1];
  const text = kept.map(([name, value]) => `${name}=${value}`).join('&');
  const plain = `${address}/${database ?? ''}${text === '' ? '' : `?${text}`}`;
  const source = new mongo.MongoClient(plain).options.credentials?.source;
  const client = new mongo.MongoClient(plain, {
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !given.has(name.toLowerCase()))),
    ...(database === undefined ? { dbName: DATABASE } : {}),
    ...(database === undefined && source !== undefined ? { authSource: source } : {}),
    ...(options.appName === undefined || ownName === undefined
      ? {}
      : { appName: `${options.appName} (${decodeURIComponent(ownName).slice(0, LONGEST_NAME)})` }),
    readPreference: 'primary',
    retryReads: true,
    retryWrites: true,
    writeConcern: { w: 'majority', journal: true },
  });
  limitTransactions(client);
  return client;
}

/** Values stay as they are spelled: the driver reads them. */
function partsOf(uri: string): {
  address: string;
  database: string | undefined;
  query: readonly [name: string, value: string][];
} {
  const [, address = uri, database = '', query = ''] =
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri) ?? [];
  return {
    address,
    database: database === '' ? undefined : database,
    query: query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      }),
  };
}
