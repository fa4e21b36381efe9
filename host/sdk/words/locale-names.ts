export { LOCALE_NAMES } from '@waypost/contract/constants';
