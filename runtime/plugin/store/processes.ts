import type { PluginFailure, PluginState, PluginSurface } from '@waypost/sdk/platform';
import type { Connection } from 'mongoose';
import { INDEX_QUORUM } from '../../storage/index.ts';

export const PLUGIN_PROCESSES = 'plugin_processes';
/** How often a process says that it lives, milliseconds. */
export const HEARTBEAT_MS = 3_000;
/** A process that has not been heard of for so long is gone, milliseconds. */
const SILENT_MS = 15_000;

/** Why a plugin does not do in one process what was chosen. */
export interface ServedFailure {
  kind: PluginFailure['kind'];
  /** The one that failed; empty when nobody knows it. */
  version: string;
  reason: string;
}

/** What one process serves of one plugin. */
export interface ServedPlugin {
  id: string;
  release: string | null;
  version: string | null;
  /** An activation of it still lets calls end. */
  is_draining: boolean;
  state: PluginState;
  reason: string | null;
  failure: ServedFailure | null;
  /** Of the state that it has brought in line last: `PluginStateDocument.mark`. */
  mark: string | null;
  quarantined: { part: string; reason: string; retry_time: string }[];
}
export interface ProcessDocument {
  /** `<host>:<pid>:<start in milliseconds>` */
  _id: string;
  generation: number;
  plugins: ServedPlugin[];
  seen_time: Date;
}

export const PLUGIN_SURFACES = 'plugin_surfaces';
interface SurfaceDocument {
  /** `<plugin>@<release>` */
  _id: string;
  plugin: string;
  surface: PluginSurface;
  /** Number of its last migration. */
  migrations: number;
}

/** Who serves what: written by each process, read by administration. */
export type Processes = ReturnType<typeof processesOf>;

export function processesOf(connection: Connection) {
  const processes = connection.collection<ProcessDocument>(PLUGIN_PROCESSES);
  const surfaces = connection.collection<SurfaceDocument>(PLUGIN_SURFACES);
  return {
    async ensureIndexes(): Promise<void> {
      await processes.createIndex({ seen_time: 1 }, { expireAfterSeconds: 60, ...INDEX_QUORUM });
    },
    async tell(document: ProcessDocument): Promise<void> {
      await processes.replaceOne({ _id: document._id }, document, { upsert: true });
    },
    async forget(id: string): Promise<void> {
      await processes.deleteOne({ _id: id });
    },
    async living(now: number): Promise<ProcessDocument[]> {
      return processes
        .find({ seen_time: { $gt: new Date(now - SILENT_MS) } })
        .sort({ _id: 1 })
        .toArray();
    },
    /** What a release showed when it last became active. */
    async surface(id: string): Promise<Pick<SurfaceDocument, 'surface' | 'migrations'> | undefined> {
      return (await surfaces.findOne({ _id: id })) ?? undefined;
    },
    async keepSurface(document: SurfaceDocument): Promise<void> {
      await surfaces.replaceOne({ _id: document._id }, document, { upsert: true });
    },
    async forgetSurfaces(plugin: string): Promise<void> {
      await surfaces.deleteMany({ plugin });
    },
  };
}
