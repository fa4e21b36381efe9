import type { mongo } from 'mongoose';

/** Wire version of MongoDB 8.0, the first with `bulkWrite` over several collections. */
const WIRE_VERSION = 25;
/** MongoDB: CommandNotFound. Before a plugin in a process of its own stands who lets it do what it may, and knows no such question. */
const UNKNOWN = 59;
/** MongoDB: Unauthorized, AuthenticationFailed. */
const UNAUTHORIZED: ReadonlySet<unknown> = new Set([13, 18]);

/** What the role `readWrite` may do, as far as it is needed. */
const ACTIONS = [
  ...[
    'find',
    'insert',
    'update',
    'remove',
    'listCollections',
    'listIndexes',
    'createCollection',
    'createIndex',
  ],
  ...['dropCollection', 'dropIndex', 'changeStream'],
];

/** A store that answers and cannot be used; the message says why and what to do. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
}

interface Privilege {
  resource: { db?: string; collection?: string; anyResource?: boolean };
  actions: readonly string[];
}

/** What a member says of itself, as far as it tells whether it can be used. */
export interface Greeting {
  msg?: string | undefined;
  setName?: string | undefined;
  isreplicaset?: boolean | undefined;
  maxWireVersion?: number | undefined;
}

/**
 * Why a server that greets so cannot be used, and what to do; undefined: nothing is known against it.
 * @param wanted name of the replica set in the connection string; undefined: it names none
 */
export function unfitReason(greeting: Greeting, wanted?: string): string | undefined {
  const { msg, setName, isreplicaset, maxWireVersion = 0 } = greeting;
  if (msg === 'isdbgrid')
    return 'it is a sharded cluster (mongos), which is not supported. Name the members of a replica set in MONGODB_URI';
  if (isreplicaset === true)
    return 'it was started for a replica set that does not exist yet. Run rs.initiate() on it once';
  if (setName === undefined)
    return 'it is a single server outside of a replica set, and transactions need one. Start mongod with --replSet rs0, run rs.initiate() once, and add replicaSet=rs0 to MONGODB_URI';
  if (wanted !== undefined && setName !== wanted)
    return `it is a member of the replica set ${setName}, and MONGODB_URI names ${wanted}. Write replicaSet=${setName}`;
  if (maxWireVersion < WIRE_VERSION) return 'it is older than MongoDB 8.0. Bring it to 8.0 or later';
  return undefined;
}

/**
 * Looks whether what was reached is a replica set of MongoDB 8 or later in which the own account may do what is needed.
 * @throws UnfitStore with the reason; what the store throws otherwise
 */
export async function requireFit(database: mongo.Db): Promise<void> {
  const reason = unfitReason(await database.command({ hello: 1 }));
  if (reason !== undefined) throw new UnfitStore(reason);
  await requireRights(database);
}

async function requireRights(database: mongo.Db): Promise<void> {
  const name = database.databaseName;
  const grant = `db.grantRolesToUser("…", [{ role: "readWrite", db: "${name}" }])`;
  let users: { user: string; db: string }[];
  let privileges: Privilege[] | undefined;
  try {
    const { authInfo } = await database.command({ connectionStatus: 1, showPrivileges: true });
    users = authInfo.authenticatedUsers;
    privileges = authInfo.authenticatedUserPrivileges;
    // Whoever has no account is asked for one at the first thing done.
    if (users.length === 0) await database.listCollections({}, { nameOnly: true }).hasNext();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === UNKNOWN) return;
    if (!UNAUTHORIZED.has(code)) throw error;
    throw new UnfitStore(
      `it wants an account. Put name and password into MONGODB_URI (mongodb://name:password@…), of one that has the role readWrite on the database ${name}`,
    );
  }
  const [user] = users;
  if (user === undefined || privileges === undefined) return;
  const may = new Set(privileges.filter((one) => isOver(one, name)).flatMap(({ actions }) => actions));
  const missing = ACTIONS.filter((action) => !may.has(action));
  if (missing.length > 0)
    throw new UnfitStore(
      `the account ${user.user} may not do what is needed in the database ${name} (${missing.join(', ')}). Give it the role: ${grant}`,
    );
}

/** Whether a privilege is over every collection of the database. */
const isOver = ({ resource }: Privilege, name: string): boolean =>
  resource.anyResource === true ||
  ((resource.db === name || resource.db === '') && resource.collection === '');
