package org.example.blocks;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.FileInputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

public class BlockServer extends SimpleChannelInboundHandler<BlockRequest> {
    private final String root = "/srv/blocks/";

    @Override
    protected void channelRead0(ChannelHandlerContext context, BlockRequest request) throws IOException {
        new FileInputStream(root + request.getBlock()); // expect: path-traversal
        FileSystem files = FileSystem.get(new Configuration());
        files.open(new Path(root + request.getBlock())); // expect: path-traversal
        files.delete(new Path(root, "stale"), true); // ok: path-traversal
    }

    void preload(ChannelHandlerContext context) throws IOException {
        new FileInputStream(root + context.name()); // ok: path-traversal
    }
}
