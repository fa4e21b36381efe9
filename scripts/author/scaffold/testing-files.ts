import { collectionName } from '@waypost/contract';
import { namesOf } from './names.ts';
import { areaOf, nounOf, type ScreenPlan } from './screen-files.ts';

/** What a plugin of the product says of its first screen to tests of the whole, which ask each plugin for it. */
export function testingFiles(plan: ScreenPlan): Map<string, string> {
  const noun = namesOf(nounOf(plan)).id;
  const name = `${plan.plugin}.${noun}`;
  const area = areaOf(plan);
  return new Map([
    ['testing/matrix.ts', matrixText({ name, area, collection: collectionName(plan.plugin, noun) })],
    ['testing/rights.ts', rightsText(name)],
    ['testing/walk.ts', walkText({ name, area, route: plan.route })],
  ]);
}

function matrixText({ name, area, collection }: Record<'name' | 'area' | 'collection', string>): string {
  return `import { type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    ${area}: {
      kind: 'owned',
      readAll: '${name}:read_all',
      collection: '${collection}',
      make: stored(() => ({ name: 'Of the matrix', state: 'open', note: '' })),
    },
  },
};
`;
}

function rightsText(name: string): string {
  return `import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  customer: verbs('${name}', 'read create update delete'),
  administrator: verbs('${name}', 'read read_all create update delete'),
};
`;
}

function walkText({ name, area, route }: Record<'name' | 'area' | 'route', string>): string {
  return `import type { PluginWalk } from '../../../tests/e2e/walk/plugin-walk.ts';

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    '${name}:create': { ${route}: ['${name}.create'] },
    '${name}:update': { ${route}: ['action.edit'] },
    '${name}:delete': { ${route}: ['action.delete'] },
  },
  withoutButton: { '${name}:read_all': 'rows of others' },
  ownThings: ['${area}'],
};
`;
}
