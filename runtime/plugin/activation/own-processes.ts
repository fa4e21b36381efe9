import type { Manifest } from '@waypost/contract';
import type { Disposer, Logger, PluginContext } from '@waypost/sdk';
import type { OutsideFacts } from './outside-definition.ts';

/** The programs that a plugin runs beside itself, as runtime/outside answers them. */
export interface OwnProcesses extends Pick<Required<PluginContext>, 'processes'> {
  /** Those that were started. */
  facts(): (ReturnType<OutsideFacts['facts']> & { name: string })[];
  /** Calls `listener` at each change of a state. */
  onChange(listener: () => void): Disposer;
  stop(): Promise<void>;
}

export type OpenProcesses = (options: {
  manifest: Manifest;
  /** Folder of the release, absolute. */
  directory: string;
  /** Held by the operating system, as the plugin is. */
  isContained: boolean;
  log: Logger;
  readSettings(): Promise<Record<string, unknown>>;
}) => OwnProcesses;
