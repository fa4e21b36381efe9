import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_PACKAGES, type SdkPackage } from './sdk-packages.ts';

/**
 * Writes the `.d.ts` files of all SDK packages.
 * @param root the project
 * @param output a folder; each package's types are below `output/<its folder>`
 * @throws Error with the compiler's messages
 */
export async function emitTypes(root: string, output: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  const configuration = join(output, 'tsconfig.json');
  const file = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: root,
      outDir: output,
      typeRoots: [join(root, 'node_modules/@types')],
      types: [join(root, 'node_modules/bun-types')],
    },
    include: [],
    files: [
      ...SDK_PACKAGES.flatMap(({ folder, entries }) => entries.map((entry) => join(root, folder, entry))),
      join(root, 'host/sdk/css-modules.d.ts'),
    ],
  };
  writeFileSync(configuration, JSON.stringify(file));
  const compiler = Bun.spawn(
    [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', configuration],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  const messages = await new Response(compiler.stdout).text();
  if ((await compiler.exited) !== 0) throw new Error(`the types of the SDK cannot be written:\n${messages}`);
}

/** Puts the types of one package into its staged folder, where its package.json looks for them. */
export function takeTypes(output: string, staged: string, sdkPackage: SdkPackage): void {
  cpSync(join(output, sdkPackage.folder), join(staged, 'types'), { recursive: true });
}
