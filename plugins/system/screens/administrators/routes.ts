import type { PluginContext } from '@waypost/sdk';
import { roleChoices } from './calls.ts';
import { administrator } from './resource.ts';
import { bindAdministrators, operatorRoles } from './service.ts';

export function mountAdministrators(context: PluginContext): void {
  context.resource(administrator, bindAdministrators(context));
  context.call(roleChoices, async (_body, request) => {
    const roles = await operatorRoles(context, request);
    return roles.map(({ id, key, name }) => ({ id, key, name: name || request.translate(`role.${key}`) }));
  });
}
