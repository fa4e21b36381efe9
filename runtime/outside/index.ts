export { createApartAsker } from './apart/ask-apart.ts';
export { createProcessRunner } from './host/own-processes.ts';
export type { OutsideFacts, OutsideState } from './host/supervisor.ts';
export { createOutsideRunner } from './outside-runner.ts';
