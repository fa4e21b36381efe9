export { createTable, exportFormat, type TableFile, XLSX_FORMAT } from './create-table.ts';
export { clocksAhead, type Decimal, decimalCell, type TableValue } from './table-value.ts';
