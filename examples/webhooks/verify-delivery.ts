import { DeliveryError, verifyDelivery } from "holdpoint/client";

export async function receive(request: Request): Promise<Response> {
  try {
    const secret = process.env["WEBHOOK_SECRET"] ?? "";
    const event = await verifyDelivery(await request.text(), request.headers, secret);
    if (event.type === "dev.holdpoint.hold.opened.v1") console.log(event.data.hold.title);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof DeliveryError) return new Response(error.message, { status: 401 });
    throw error;
  }
}
