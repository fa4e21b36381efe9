export { OPERATIONS, operationCollection } from './document.ts';
export { createOperations, type OperationService } from './operations.ts';
