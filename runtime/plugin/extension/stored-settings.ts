import type { Connection } from 'mongoose';
import { PLUGIN_SETTINGS } from './plugin-settings.ts';

/** A plugin's settings while it is away. */
interface AwaySettings {
  _id: string;
  /** Somebody chose at its removal that they stay. */
  is_kept?: boolean;
}

const settingsIn = (connection: Connection) => connection.collection<AwaySettings>(PLUGIN_SETTINGS);

/** Whether somebody has set something. */
export async function hasSettings(connection: Connection, plugin: string): Promise<boolean> {
  return (await settingsIn(connection).findOne({ _id: plugin }, { projection: { _id: 1 } })) !== null;
}

/** They outlive their plugin: a new installation finds them. */
export async function keepSettings(connection: Connection, plugin: string): Promise<void> {
  await settingsIn(connection).updateOne({ _id: plugin }, { $set: { is_kept: true } });
}

export async function dropSettings(connection: Connection, plugin: string): Promise<void> {
  await settingsIn(connection).deleteOne({ _id: plugin });
}

/** Ids of all plugins with settings, and whether somebody wanted them kept. */
export async function settingsOfAll(
  connection: Connection,
): Promise<readonly { plugin: string; isKept: boolean }[]> {
  const all = await settingsIn(connection)
    .find({}, { projection: { is_kept: 1 } })
    .toArray();
  return all.map(({ _id: plugin, is_kept }) => ({ plugin, isKept: is_kept === true }));
}
