import type { PluginContext } from '@waypost/sdk';
import { readVersions } from '../../codes/versions/read-versions.ts';
import { rollBack } from '../../codes/versions/roll-back.ts';
import { rollBackCall, versionsCall } from './calls.ts';

/** Mounts the versions of a code; the way to them is its page. */
export function mountCodeVersions(context: PluginContext): void {
  context.call(versionsCall, async ({ id }, request) => {
    const { code, versions } = await readVersions(context, id, request);
    return { name: code.name, version: code.version, versions };
  });
  context.call(rollBackCall, (body, request) => rollBack(context, body, request));
  context.menu({ route: 'code_version', parent: 'codes', isHidden: true }, 'qr.code:read');
}
