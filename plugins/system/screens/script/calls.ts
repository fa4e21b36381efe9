import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { MOST_SERVERS_OF_RUN, RESULT_STATES, SERVER_FAULTS } from '../../machines/values.ts';

export const scriptRunCall = defineCall({
  area: 'script',
  call: 'run',
  body: z.strictObject({
    id: zId,
    /** The revision that whoever runs it has seen. */
    version: z.int().min(0),
    servers: z.array(zId).min(1).max(MOST_SERVERS_OF_RUN),
    values: z.record(z.string().max(40), z.string().max(500)),
  }),
  /** Of the run. */
  result: z.object({ id: zId }),
  access: { permission: 'system.script:run' },
  needsSecondFactor: true,
  ratePerMinute: 30,
  summary: 'Runs a script on servers: each argument is one word, whatever is typed into it',
});

export const scriptCancelCall = defineCall({
  area: 'script_run',
  call: 'cancel',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: { permission: 'system.script:run' },
  ratePerMinute: 60,
  summary: 'Ends a run: what runs is ended on its server, what waits is not begun',
});

export const scriptResultsCall = defineCall({
  area: 'script_run',
  call: 'results',
  body: z.strictObject({ id: zId }),
  result: z.object({
    results: z.array(
      z.object({
        id: zId,
        server_name: z.string(),
        state: z.enum(RESULT_STATES),
        fault: z.enum(SERVER_FAULTS),
        exit_code: z.int().nullable(),
        exit_signal: z.string().nullable(),
        /** It was to be ended, and the server did not say that it has. */
        may_go_on: z.boolean(),
        milliseconds: z.int().nullable(),
        output_bytes: z.int(),
        error_output_bytes: z.int(),
      }),
    ),
  }),
  access: { permission: 'system.script_run:read' },
  summary: 'How far a run is on each of its servers',
});

export const scriptOutputCall = defineCall({
  area: 'script_run',
  call: 'output',
  body: z.strictObject({ id: zId, result: zId }),
  /** Text without orders to terminals; the beginning of what was written, as far as it is kept. */
  result: z.object({ output: z.string(), error_output: z.string() }),
  access: { permission: 'system.script_run:read' },
  summary: 'What a script has written on one server',
});
