/** The other side of what people pay for, and of what they put onto their balance. */
export const SALES = 'wallet.sales';
