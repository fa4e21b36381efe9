import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { type ResultState, RUN_KEPT_DAYS, type ServerFault } from './values.ts';

/** What became of a run on one of its servers. */
export interface ScriptResult {
  _id: string;
  run: string;
  /** Its place among the servers of the run. */
  at: number;
  server: string;
  server_name: string;
  state: ResultState;
  fault: ServerFault;
  exit_code: number | null;
  exit_signal: string | null;
  may_go_on: boolean;
  milliseconds: number | null;
  output: string;
  output_bytes: number;
  error_output: string;
  error_output_bytes: number;
  time: Date;
}

const RESULTS: CollectionDeclaration<ScriptResult> = {
  name: 'script_result',
  onUninstall: 'archive',
  fields: {
    _id: String,
    run: String,
    at: Number,
    server: String,
    server_name: String,
    state: String,
    fault: String,
    exit_code: Number,
    exit_signal: String,
    may_go_on: Boolean,
    milliseconds: Number,
    output: String,
    output_bytes: Number,
    error_output: String,
    error_output_bytes: Number,
    time: Date,
  },
  indexes: [
    { keys: { run: 1, at: 1 }, unique: true },
    { keys: { time: 1 }, expireAfterSeconds: RUN_KEPT_DAYS * 86_400 },
  ],
};

export const openResults = (context: PluginContext) => context.collection(RESULTS);
export type Results = ReturnType<typeof openResults>;

/** A result before anything has happened. */
export const NOTHING_YET: Omit<ScriptResult, '_id' | 'run' | 'at' | 'server' | 'server_name' | 'time'> = {
  state: 'waiting',
  fault: '',
  exit_code: null,
  exit_signal: null,
  may_go_on: false,
  milliseconds: null,
  output: '',
  output_bytes: 0,
  error_output: '',
  error_output_bytes: 0,
};
