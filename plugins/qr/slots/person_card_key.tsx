import { definePanel } from '@waypost/host-sdk';
import { PersonCardKey } from '../screens/access_log/parts/PersonCardKey.tsx';

export const contribution = definePanel(PersonCardKey);
