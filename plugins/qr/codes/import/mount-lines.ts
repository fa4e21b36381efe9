import type { FileCalls } from '@waypost/contract';
import { actorOf, type OperationRun, type PluginContext } from '@waypost/sdk';
import { type LineReading, readColumns } from './read-lines.ts';
import { type LineImport, zLineImport } from './run-lines.ts';
import { lineUploads } from './uploads.ts';

interface MountedLines {
  calls: FileCalls;
  /** Kind of the operation. */
  kind: string;
  /** Locale key of what it is called. */
  title: string;
  /** Type of the entry in the log. */
  audited: string;
  /** What is known of the columns of its files, and the words of each. */
  head: Pick<LineReading<string, unknown>, 'spellings' | 'needed' | 'usual'>;
  labels: Readonly<Record<string, string>>;
  run(run: OperationRun<LineImport>): Promise<void>;
}

/** Mounts the taking of a file, and the work on its lines. */
export function mountLines(
  context: PluginContext,
  { calls, kind, title, audited, head, labels, run }: MountedLines,
): void {
  const uploads = lineUploads(context);
  context.operations.define(kind, { input: zLineImport, run });
  context.call(calls.upload, ({ upload, data }, { caller }) =>
    uploads.take({ upload, data: Buffer.from(data, 'base64'), owner: caller.id }),
  );
  context.call(calls.columns, async ({ upload }, { caller, translate }) => ({
    fields: head.usual.map((name) => ({
      name,
      label: translate(labels[name] ?? name),
      is_needed: head.needed.includes(name),
    })),
    ...readColumns(await uploads.read(upload, caller.id), head),
  }));
  context.call(calls.start, async ({ upload, columns }, request) => {
    await uploads.require(upload, request.caller.id);
    const name = request.translate(title);
    const input: LineImport = { upload, columns, actor: actorOf(request.caller) };
    const started = await context.operations.start(kind, { name, input }, request);
    await context.audit({ type: audited, target: upload, after: { operation: started.id }, request });
    return started;
  });
}
