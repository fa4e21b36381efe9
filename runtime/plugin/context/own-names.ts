import { collectionPrefix, defineError, type Manifest, type Resource } from '@waypost/contract';

/** A plugin declares the permissions of its own only: a role that was given one of another's would mean something else. */
export const foreignPermission = defineError({
  code: 'plugin_permission_foreign',
  status: 500,
  params: ['plugin', 'permission'],
});

/** What a plugin may name: everything of its own begins with its id and a dot. */
export interface OwnNames {
  /** @throws AppError `plugin_permission_foreign` 500 */
  permissions(nodes: readonly string[]): void;
  /** @throws TypeError; `what` says what kind of name it is */
  require(what: string, name: string): void;
  /** @throws TypeError for a resource whose rows are not the plugin's */
  resource(resource: Resource): void;
  /** Whether a resource's rows are the plugin's: by its name, and by its collection, which it may have chosen itself. */
  isOwn(resource: Resource): boolean;
  /** @throws TypeError for an area that the manifest does not name, unless it names this very call */
  area(area: string, call: string): void;
}

export function ownNames(manifest: Pick<Manifest, 'id' | 'areas' | 'calls'>): OwnNames {
  const { id } = manifest;
  const prefix = `${id}.`;
  const isOwn = (resource: Resource) =>
    resource.plugin === id && resource.collection.startsWith(collectionPrefix(id));
  return {
    permissions(nodes) {
      const foreign = nodes.find((node) => !node.startsWith(prefix));
      if (foreign !== undefined) throw foreignPermission.create({ plugin: id, permission: foreign });
    },
    require(what, name) {
      if (!name.startsWith(prefix))
        throw new TypeError(`${what} ${name}: those of plugin ${id} begin with "${prefix}"`);
    },
    resource(resource) {
      if (!isOwn(resource))
        throw new TypeError(`resource ${resource.name}: a plugin mounts its own resources only`);
    },
    isOwn,
    area(area, call) {
      if (manifest.calls?.includes(`${area}/${call}`)) return;
      if (!manifest.areas.includes(area))
        throw new TypeError(`call ${area}/${call}: the area "${area}" is not among the areas of plugin.json`);
    },
  };
}
