import { projectRoot } from './process.ts';
import { fileFaults } from './structure/file-faults.ts';

const { checked, faults } = await fileFaults(projectRoot);
for (const fault of faults) console.error(fault);
if (checked === 0) console.error('no file was checked');
if (checked === 0 || faults.length > 0) process.exit(1);
console.log(`files: ${checked} checked`);
