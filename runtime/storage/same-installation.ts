import type { mongo } from 'mongoose';
import { StartError } from '../process/environment.ts';
import { DATABASE_IDENTITIES } from './database-identity.ts';

const INSTALLATION = 'installation';

interface InstallationDocument {
  _id: string;
  /** What `fingerprintOf` makes of the secret key. */
  key?: string;
  /** The zone that visits are counted by; missing until the first is. */
  time_zone?: string;
}

/** What all machines of an installation have in common, as this one has it. */
export interface OwnInstallation {
  /** See `fingerprintOf`; undefined: not asked about. */
  key?: string;
  timeZone: string;
  /** Whether visits have been counted by it here: until then it may be changed, and says nothing to others. */
  isZoneFixed: boolean;
}

/** Says nothing of the key but whether it is the same. */
export const fingerprintOf = (deriveKey: (purpose: string) => Uint8Array): string =>
  Buffer.from(deriveKey('fingerprint')).toString('hex');

/**
 * Notes key and time zone in the database where nobody has yet, and compares them where somebody has. Throws the store's error.
 * @throws StartError where this machine has others: what it seals nobody else could open, and its days would not be theirs
 */
export async function requireSameInstallation(database: mongo.Db, own: OwnInstallation): Promise<void> {
  const { key, timeZone, isZoneFixed } = own;
  const installations = database.collection<InstallationDocument>(DATABASE_IDENTITIES);
  const find = () => installations.findOne({ _id: INSTALLATION });
  const wanted = { ...(key === undefined ? {} : { key }), ...(isZoneFixed ? { time_zone: timeZone } : {}) };
  let kept = await find();
  for (const field of ['key', 'time_zone'] as const) {
    const value = wanted[field];
    if (value === undefined || kept?.[field] !== undefined) continue;
    await installations.updateOne(
      { _id: INSTALLATION },
      { $setOnInsert: { [field]: value } },
      { upsert: true },
    );
    await installations.updateOne(
      { _id: INSTALLATION, [field]: { $exists: false } },
      { $set: { [field]: value } },
    );
    // Whoever was quicker counts.
    kept = await find();
  }
  refuseOther(database, kept, own);
}

/**
 * Compares key and time zone with what is noted, for whoever works beside the machines (undefined: not asked about): it notes nothing where nobody has yet. Throws the
 * store's error.
 * @throws StartError as `requireSameInstallation`
 */
export async function compareInstallation(
  database: mongo.Db,
  own: Pick<OwnInstallation, 'key'> & { timeZone: string | undefined },
): Promise<void> {
  const kept = await database
    .collection<InstallationDocument>(DATABASE_IDENTITIES)
    .findOne({ _id: INSTALLATION });
  refuseOther(database, kept, own);
}

/**
 * Notes key and time zone in a database that this machine has for itself, whatever was noted before: they come along to one that several
 * share, and are compared there. Throws the store's error.
 */
export async function noteInstallation(database: mongo.Db, own: OwnInstallation): Promise<void> {
  const { key, timeZone, isZoneFixed } = own;
  const noted = { ...(key === undefined ? {} : { key }), ...(isZoneFixed ? { time_zone: timeZone } : {}) };
  const installations = database.collection<InstallationDocument>(DATABASE_IDENTITIES);
  await installations.updateOne({ _id: INSTALLATION }, { $set: noted }, { upsert: true });
}

function refuseOther(
  database: mongo.Db,
  kept: InstallationDocument | null,
  { key, timeZone }: Pick<OwnInstallation, 'key'> & { timeZone: string | undefined },
): void {
  if (key !== undefined && kept?.key !== undefined && kept.key !== key)
    throw new StartError(otherKey(database));
  const zone = kept?.time_zone;
  if (zone !== undefined && timeZone !== undefined && zone !== timeZone)
    throw new StartError(
      `TIME_ZONE: expected ${zone}, because visits are counted by its days in the database ${database.databaseName}, got "${timeZone}"`,
    );
}

const otherKey = ({ databaseName }: mongo.Db): string =>
  [
    `SECRET_KEY: expected the one that the database ${databaseName} was served with, got another`,
    'Give each the same; the first one has it in DATA_DIR/secret.key where it is not set',
    `Where it was changed on purpose everywhere, forget the old one in mongosh: db.${DATABASE_IDENTITIES}.updateOne({ _id: "${INSTALLATION}" }, { $unset: { key: "" } })`,
  ].join('. ');
