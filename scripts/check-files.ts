import { projectRoot } from './process.ts';
import { fileFaults } from './structure/file-faults.ts';
import { screenFaults, sourcesOf } from './structure/screen-imports.ts';

const { checked, faults } = await fileFaults(projectRoot);
faults.push(...screenFaults(await sourcesOf(projectRoot)));
for (const fault of faults) console.error(fault);
if (checked === 0) console.error('no file was checked');
if (checked === 0 || faults.length > 0) process.exit(1);
console.log(`files: ${checked} checked`);
