# Lists the posts of a community with the generated SDK. Arguments: URL of the forum, name of the community.
require 'json'
require 'uri'
require 'platform_forum'

url, community = ARGV
PlatformForum.configure do |config|
  address = URI(url)
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.server_index = nil
end
page = PlatformForum::PostsApi.new.list_posts(forum: community, sort: 'new')
puts JSON.generate(page.posts.map { |post| { title: post.title, forum: post.forum, score: post.score } })
