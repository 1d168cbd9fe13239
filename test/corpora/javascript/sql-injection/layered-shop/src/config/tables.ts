export const TABLE = 'products';
export const orderColumns = { price: 'price', name: 'name', added: 'added_at DESC' } as const;
