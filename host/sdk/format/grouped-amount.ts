/** An amount such as `-12345.60` with its thousands apart, as all languages of the product have them: `-12,345.60`. */
export function groupedAmount(amount: string): string {
  const [whole = '', part] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}
