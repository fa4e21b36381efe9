import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { packSdk } from './pack-sdk.ts';

const zPackage = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/**
 * Puts the packed SDK into a plugin's `sdk/`, so that it needs nothing of this product's folder later on, and names it in
 * the plugin's package.json where there is one. An earlier SDK is replaced.
 * @param root the project
 * @param say is told of the work before it begins: packing takes a minute or two
 * @returns what package.json has to say, by package
 */
export async function bringSdk({
  root,
  folder,
  say = () => undefined,
}: {
  root: string;
  folder: string;
  say?: (text: string) => void;
}): Promise<Readonly<Record<string, string>>> {
  say('Packing the SDK for the plugin; the first time this takes a minute or two …');
  const archives = await packSdk(root);
  const target = join(folder, 'sdk');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const named: Record<string, string> = {};
  for (const [name, archive] of Object.entries(archives)) {
    await copyFile(archive, join(target, basename(archive)));
    named[name] = `file:sdk/${basename(archive)}`;
  }
  await nameIn(join(folder, 'package.json'), named);
  return named;
}

async function nameIn(file: string, named: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const manifest = zPackage.parse(JSON.parse(text));
  const next = { ...manifest, dependencies: { ...manifest.dependencies, ...named } };
  const written = `${JSON.stringify(next, undefined, 2)}\n`;
  if (written !== text) await writeFile(file, written);
}
