export { OPERATIONS, operationCollection, storedResultCollection } from './document.ts';
export { createOperations, type OperationService } from './operations.ts';
