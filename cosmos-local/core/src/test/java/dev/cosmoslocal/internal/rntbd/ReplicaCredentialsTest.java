package dev.cosmoslocal.internal.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.TestCertificate;
import dev.cosmoslocal.internal.rntbd.Frames.Answer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** The credentials of requests that are sent to replicas, which no client of the SDK gets wrong. */
class ReplicaCredentialsTest {
  @Test
  void aRequestWithoutAValidSignatureIsRejectedAndTellsNothing() throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().tls(TestCertificate.context()).start();
        Socket socket = connect(emulator.port())) {
      assertThat(send(socket, Frames.opening()).status()).isEqualTo(200);
      for (String token : new String[] {"", "type%3dmaster%26ver%3d1.0%26sig%3dAAAA"}) {
        Answer answer = send(socket, Frames.item(Frames.READ, 1, "", Map.of(0x01, token)));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.tokens()).doesNotContainKeys(0x13, 0x3e);
      }
    }
  }

  private static Answer send(Socket socket, ByteBuf frame) throws IOException {
    socket.getOutputStream().write(ByteBufUtil.getBytes(frame));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] length = new byte[Integer.BYTES];
    in.readFully(length);
    byte[] rest = new byte[Unpooled.wrappedBuffer(length).readIntLE() - Integer.BYTES];
    in.readFully(rest);
    ByteBuf head = Unpooled.wrappedBuffer(length, rest);
    // The last token of a response with a body doesn't tell the length of the body.
    byte[] body = new byte[Integer.BYTES];
    if (hasBody(head.duplicate())) {
      in.readFully(body);
      byte[] text = new byte[Unpooled.wrappedBuffer(body).readIntLE()];
      in.readFully(text);
      head = Unpooled.wrappedBuffer(head, Unpooled.wrappedBuffer(body, text));
    }
    return Answer.read(head);
  }

  private static boolean hasBody(ByteBuf head) {
    int firstToken = RequestFrame.MIN_BYTES;
    return head.getUnsignedShortLE(firstToken) == 0
        && head.getByte(firstToken + 2) == TokenType.BYTE.ordinal()
        && head.getByte(firstToken + 3) == 1;
  }

  private static Socket connect(int port) throws Exception {
    SSLContext anyone = SSLContext.getInstance("TLS");
    anyone.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    Socket socket = anyone.getSocketFactory().createSocket("127.0.0.1", port);
    socket.setSoTimeout(10_000);
    return socket;
  }
}
