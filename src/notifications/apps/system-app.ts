/**
 * The platform's own app, of which people are told about changes that they did not make. The migrations create it.
 * Pages load it without the rules of notifications.
 */
export const systemApp = { id: '00000000-0000-4000-8000-000000000001', name: 'Platform' } as const;
