import { z } from 'zod';

/** What a plugin may ask for beyond its own collections and calls; architecture.md, "Trust and capabilities". */
export const CAPABILITIES = [
  'identity',
  'visits:read',
  'visits:publish',
  'settings:secrets',
  'jobs',
  'platform',
] as const;
export const zCapability = z.enum(CAPABILITIES);
export type Capability = z.infer<typeof zCapability>;

export const zPluginId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and hyphens');
const zVersion = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'a version such as 1.2.3');

/** plugin.json of each plugin. */
export const zManifest = z.strictObject({
  id: zPluginId,
  version: zVersion,
  /** Range of the runtime's version that the plugin works with: `^0.1.0`. */
  engine: z.string().min(1),
  /** Locale key of the name shown to people. */
  title: z.string().min(1),
  /** Other plugins by id and version range. */
  requires: z.record(zPluginId, z.string()).optional(),
  capabilities: z.array(zCapability).optional(),
  /** First path segments after /api/ that the plugin answers. */
  areas: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
  /** Server entry, relative to the plugin's folder. */
  server: z.string().min(1),
  /** Folder of the built remote, relative to the plugin's folder; a plugin without a UI leaves it out. */
  remote: z.string().min(1).optional(),
  /** Screens of the remote that are shown without login, each at `/#/<its name>`. */
  public_screens: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).optional(),
});
export type Manifest = z.infer<typeof zManifest>;

export const zRegistryEntry = z.strictObject({
  id: zPluginId,
  version: zVersion,
  /** Folder of the plugin, relative to the project. */
  path: z
    .string()
    .regex(/^[^/\\][^\\]*$/, 'a relative path')
    .refine((path) => !path.split('/').includes('..'), 'must not leave the project'),
  enabled: z.boolean(),
  /** A required plugin cannot be disabled. */
  required: z.boolean().optional(),
});
export type RegistryEntry = z.infer<typeof zRegistryEntry>;

/** registry.json as a whole; entries are checked one by one so that a bad one stops only that plugin. */
export const zRegistry = z.strictObject({ plugins: z.array(z.unknown()) });
