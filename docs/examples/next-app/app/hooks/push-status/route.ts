import { verifyWebhook } from '@platform/sdk/webhooks';

/** Receives status events of notifications; the developer portal shows the public key. */
export async function POST(request: Request): Promise<Response> {
  if (Number(request.headers.get('content-length') ?? Infinity) > 65_536) return new Response(null, { status: 413 });
  const result = verifyWebhook({
    rawBody: await request.text(), // before any parser
    headers: request.headers,
    publicKey: process.env.WEBHOOK_PUBLIC_KEY ?? '',
  });
  if (!result.ok) return Response.json({ error: result.code }, { status: result.status });
  const { notificationId, status } = result.event;
  console.log(notificationId, status);
  return new Response(null, { status: 204 });
}
