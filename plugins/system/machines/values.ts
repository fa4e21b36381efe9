import { z } from 'zod';

/** What is known of a server from the last look at it. */
export const SERVER_STATES = ['unconfirmed', 'up', 'down', 'key_changed'] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** Why nothing came of the last look, or of the last login; the runtime's words for it. */
export const SERVER_FAULTS = [
  '',
  'address',
  'unreachable',
  'timed_out',
  'closed',
  'no_ssh',
  'key_changed',
  'login_refused',
  'secret_unreadable',
] as const;
export type ServerFault = (typeof SERVER_FAULTS)[number];

export const LOGIN_METHODS = ['key', 'password'] as const;

/** `SHA256:` and 43 letters, as `ssh-keygen -l` prints it. */
export const zFingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

/** How a run, or a script on one server, stands. `unknown`: the server that ran it ended in the middle. */
export const RUN_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
/** A run that has not ended, as the store is asked for it. */
export const OPEN_RUN: { state: { $in: ('waiting' | 'running')[] } } = {
  state: { $in: ['waiting', 'running'] },
};
export const RESULT_STATES = [
  'waiting',
  'running',
  'done',
  'failed',
  'timed_out',
  'unreachable',
  'cancelled',
  'unknown',
] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** Kind of the operation that does a run. */
export const RUN_KIND = 'script_run';
/** Servers of one run, and servers that are worked on at a time. */
export const MOST_SERVERS_OF_RUN = 50;
export const LANES = 4;

/** Seconds and kilobytes that a script may be given. */
export const MOST_SECONDS = 3_600;
export const MOST_OUTPUT_KB = 1_024;
/** Days for which runs and what they wrote are kept. */
export const RUN_KEPT_DAYS = 180;

/** Seconds between two looks at a server. */
export const PING_SECONDS = 10;
/** Topic of what is known of servers. */
export const SERVERS_TOPIC = 'system.servers';
