import { defineRemote } from '@waypost/host-sdk';

export const remote = defineRemote({ id: 'mall' });
